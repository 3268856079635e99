import { beforeEach } from 'vitest'

/** Races take too long to run for each mutant, and a process of its own has no mutants. */
const LEFT_OUT = /at the same moment|several programs|processes|200 buyers/

// As a `testNamePattern` this would replace Stryker's own, and each mutant would run every test of a file.
beforeEach(({ task, skip }) => skip(LEFT_OUT.test(task.fullName)))
