import type { RawBuilder } from 'kysely'
import type { App } from './app.ts'

/** The app and vendor for which a statement is written. */
export type Reading = { app: App; vendorId: string }

/** Carries an expression's types; not a property of any object. */
declare const types: unique symbol

/**
 * A value that a room's statement selects or filters by, computed from rows of rooms above by their SQL: it costs no extra
 * statement, and each room's tables stay in its own files. `Of` is the row that it is about, `T` its value.
 */
export type Expression<Of, T> = { readonly name: string; readonly [types]?: (of: Of) => T }

type SqlOf<Of, T> = { expression: Expression<Of, T>; by: (reading: Reading, of: Of) => RawBuilder<T> }

/** A room's implementation of an expression, among those of others, as listed in the list of modules. */
export type Expressed = SqlOf<never, unknown>

/** Declares an expression. @param name its subject and its value, such as `batch.enrolled` */
export const expression = <Of, T>(name: string): Expression<Of, T> => ({ name })

/** An expression's SQL for the list of modules. */
export const express = <Of, T>(of: Expression<Of, T>, by: (reading: Reading, of: Of) => RawBuilder<T>): Expressed => ({
  expression: of,
  by,
})

/** The SQL of each room above for an expression, in the order of the list of modules. */
export const expressionsOf = <Of, T>(reading: Reading, wanted: Expression<Of, T>, of: Of): RawBuilder<T>[] =>
  reading.app.modules.expressions.filter((given): given is SqlOf<Of, T> => given.expression === wanted).map(({ by }) => by(reading, of))

/** The SQL of the one room above for an expression. @throws when no room provides it, or several do */
export function expressionOf<Of, T>(reading: Reading, wanted: Expression<Of, T>, of: Of): RawBuilder<T> {
  const [only, ...others] = expressionsOf(reading, wanted, of)
  if (!only || others.length > 0) throw new Error(`${wanted.name} needs one room that writes it`)
  return only
}
