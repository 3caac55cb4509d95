import { readJson } from './json.ts'

/** Answers that are delivered with a page, each with the key of the query that it answers. */
export type FirstAnswers = (readonly [key: readonly unknown[], answer: unknown])[]

/** The cookie that names the member who is signed in in this browser (web/state.ts). */
export const memberCookie = 'member'

/** The cookie with the width of this browser's window in CSS pixels (app/early.ts). */
export const widthCookie = 'width'

/** The id of the element that contains them. */
export const firstAnswersId = 'first-answers'

const isAnswer = (said: unknown): said is FirstAnswers[number] => Array.isArray(said) && Array.isArray(said[0])

/** The answers that a page's element contains. */
export function firstAnswersOf(text: string): FirstAnswers {
  const said = readJson(text)
  return Array.isArray(said) ? said.filter(isAnswer) : []
}
