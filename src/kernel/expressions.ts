import type { RawBuilder } from 'kysely'
import type { App } from './app.ts'

/** For whom a statement is written. */
export type Reading = { app: App; vendorId: string }

/** Carries the types of an expression, and is no property of any object. */
declare const types: unique symbol

/**
 * What a room's statement shows of rows of rooms above, or chooses by, as SQL of theirs: it costs no statement more, and
 * each room's tables stand in its own files. `Of` is the row that it is about, `T` its value.
 */
export type Expression<Of, T> = { readonly name: string; readonly [types]?: (of: Of) => T }

type SqlOf<Of, T> = { expression: Expression<Of, T>; by: (reading: Reading, of: Of) => RawBuilder<T> }

/** How a room above writes an expression, among those of others, as the list of modules has it. */
export type Expressed = SqlOf<never, unknown>

/** Declares an expression. @param name whose it is and what it tells, such as `batch.enrolled` */
export const expression = <Of, T>(name: string): Expression<Of, T> => ({ name })

/** An expression's SQL for the list of modules. */
export const express = <Of, T>(of: Expression<Of, T>, by: (reading: Reading, of: Of) => RawBuilder<T>): Expressed => ({
  expression: of,
  by,
})

/** What each of the rooms above writes for an expression, in the order of the list of modules. */
export const expressionsOf = <Of, T>(reading: Reading, wanted: Expression<Of, T>, of: Of): RawBuilder<T>[] =>
  reading.app.modules.expressions.filter((given): given is SqlOf<Of, T> => given.expression === wanted).map(({ by }) => by(reading, of))

/** What one room above writes for an expression. @throws where none does, or several do */
export function expressionOf<Of, T>(reading: Reading, wanted: Expression<Of, T>, of: Of): RawBuilder<T> {
  const [only, ...others] = expressionsOf(reading, wanted, of)
  if (!only || others.length > 0) throw new Error(`${wanted.name} needs one room that writes it`)
  return only
}
