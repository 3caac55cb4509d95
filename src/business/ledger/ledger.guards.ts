import { guard } from '#kernel/guards.ts'

/** Whether a line of the bank is matched with an entry of a document, by its id, that is about to be reversed. */
export const documentMatched = guard<{ document: string }, boolean>('document.matched')
