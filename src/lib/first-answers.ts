/** Answers of calls that come with a page, by the call's address ('home/today'), which is its query key as well. */
export type FirstAnswers = Record<string, unknown>

/** The cookie by which a browser names the member whom it holds signed in (app/state.ts). */
export const memberCookie = 'member'

/** The id of the element that carries them. */
export const firstAnswersId = 'first-answers'
