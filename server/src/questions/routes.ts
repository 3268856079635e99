import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { saveQuestionAnswers } from './answers.ts'

export function questionRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'save_question_answers', saveQuestionAnswers)
}
