/** Answers of calls that are delivered with a page, by the call's path ('home/today'), which is also its query key. */
export type FirstAnswers = Record<string, unknown>

/** The cookie that names the member who is signed in in this browser (app/state.ts). */
export const memberCookie = 'member'

/** The id of the element that contains them. */
export const firstAnswersId = 'first-answers'
