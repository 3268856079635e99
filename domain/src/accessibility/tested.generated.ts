import type { Criterion } from './criteria.ts'

// Written by the stories (npm run accessibility). Each criterion has the rules of axe that pages met, and the stories that show it.

/** The day of the run. */
export const TESTED_ON = '2026-11-30'

export const TESTED: Partial<Record<Criterion, readonly string[]>> = {
  "1.1.1": [
    "axe: image-alt",
    "axe: svg-img-alt"
  ],
  "1.3.1": [
    "accessibility.spec.ts: a purchase can be made from the accessibility tree alone",
    "axe: aria-hidden-body",
    "axe: aria-required-children",
    "axe: definition-list",
    "axe: dlitem",
    "axe: list",
    "axe: listitem"
  ],
  "1.3.5": [
    "axe: autocomplete-valid"
  ],
  "1.4.1": [
    "axe: link-in-text-block"
  ],
  "1.4.3": [
    "axe: color-contrast"
  ],
  "1.4.4": [
    "accessibility.spec.ts: nothing is lost with text at 200 %, reduced motion and forced colours",
    "axe: meta-viewport",
    "large-text.spec.ts: with text at 200 %, nothing leaves its card and bars take at most a fifth of the screen, in en",
    "large-text.spec.ts: with text at 200 %, nothing leaves its card and bars take at most a fifth of the screen, in fr"
  ],
  "1.4.10": [
    "accessibility.spec.ts: a purchase can be made by keyboard at 400 % zoom (320 by 256 pixels)",
    "accessibility.spec.ts: breaks no WCAG 2.2 A or AA rule on any step of a purchase, signed in with a dark theme"
  ],
  "1.4.12": [
    "axe: avoid-inline-spacing"
  ],
  "2.1.1": [
    "accessibility.spec.ts: a purchase can be made with the keyboard alone",
    "axe: scrollable-region-focusable"
  ],
  "2.1.2": [
    "accessibility.spec.ts: a purchase can be made with the keyboard alone"
  ],
  "2.2.1": [
    "hold-longer.spec.ts: warns before the hold expires, and extends it at most twice"
  ],
  "2.4.1": [
    "accessibility.spec.ts: a purchase can be made with the keyboard alone",
    "axe: bypass"
  ],
  "2.4.2": [
    "axe: document-title"
  ],
  "2.4.3": [
    "accessibility.spec.ts: a purchase can be made with the keyboard alone"
  ],
  "2.4.4": [
    "axe: link-name"
  ],
  "2.4.11": [
    "accessibility.spec.ts: a purchase can be made with the keyboard alone"
  ],
  "2.5.8": [
    "axe: target-size"
  ],
  "3.1.1": [
    "axe: html-has-lang",
    "axe: html-lang-valid"
  ],
  "3.1.2": [
    "axe: valid-lang"
  ],
  "3.3.2": [
    "axe: form-field-multiple-labels"
  ],
  "4.1.2": [
    "accessibility.spec.ts: a purchase can be made from the accessibility tree alone",
    "axe: aria-allowed-attr",
    "axe: aria-conditional-attr",
    "axe: aria-deprecated-role",
    "axe: aria-hidden-body",
    "axe: aria-hidden-focus",
    "axe: aria-prohibited-attr",
    "axe: aria-required-attr",
    "axe: aria-roles",
    "axe: aria-valid-attr",
    "axe: aria-valid-attr-value",
    "axe: button-name",
    "axe: duplicate-id-aria",
    "axe: frame-title",
    "axe: frame-title-unique",
    "axe: label",
    "axe: link-name",
    "axe: nested-interactive",
    "axe: select-name",
    "axe: summary-name"
  ],
  "4.1.3": [
    "accessibility.spec.ts: a purchase can be made from the accessibility tree alone"
  ]
}
