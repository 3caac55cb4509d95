import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldsOf, hasKey } from '#lib/choices.ts'
import { fitting } from '#lib/fitting.ts'
import { readJson } from '#lib/json.ts'
import { failureOf, type CallFailure } from '#web/call-failure.ts'

/** What a form provides to a field. `error` is a text key, shown once the field was changed and left. */
export type FieldBinding<Value> = {
  name: string
  id: string
  value: Value
  error: string | undefined
  /** Whether it may stay empty; undefined where that can't be said, as of a switch. */
  isOptional?: boolean | undefined
  onChange: (value: Value) => void
  /** @param always shows the error even if the value is unchanged */
  onBlur: (always?: boolean) => void
}

/** The keys of a schema with values of any type, as fields hold them: a number is typed as text, no choice is ''. */
type Asked<Schema extends z.ZodMiniType> = { [Key in keyof z.output<Schema>]: unknown }

type Options<Values extends Record<string, unknown>, Schema extends z.ZodMiniType> = {
  /** The form's name, used for field ids and its draft's key. */
  name: string
  initial: Values
  /** The rules; the messages are text keys. Fields that it does not know are not checked. */
  schema: Schema
  /** The save, never run twice by a double click. Throw to keep the form as it is; return values that were stored differently. */
  submit: (values: Values) => Promise<Partial<Values> | void>
  /** Maps a field of the call to the form's field, if the names differ. */
  rename?: Record<string, keyof Values & string>
  /**
   * Stores unsaved values for the next visit in this tab, so that they survive the end of a session. `of` is their
   * record (its id, 'new', or 'own' if there is only one): no other form gets them. `version` is the record's version:
   * a member who returns after the record has changed is warned.
   */
  draft?: { of: string; version: number }
  /** Rendered at build time: values entered before hydration are kept. */
  prerendered?: boolean
} & (
  | {
      /** Converts the fields to the schema's input if they differ, such as '' for no choice. */
      input: (values: Values) => Asked<Schema>
    }
  // A field that the schema requires and the form lacks does not compile.
  | { input?: undefined; initial: Asked<Schema> }
)

/** The fields of a prerendered form whose values differ from the rendered ones. */
function typedInto(form: string, drawn: Record<string, unknown>): Record<string, unknown> {
  const typed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(drawn)) {
    const field = document.getElementById(`${form}-${key}`)
    if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) continue
    const now = typeof value === 'boolean' ? 'checked' in field && field.checked : field.value
    if (now !== value) typed[key] = now
  }
  return typed
}

let isPressed = false
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (isPressed = false), true)
}

/** Waits until the pointer is released: a message shown in between would move the button away before its click. */
function afterPress(show: () => void): void {
  setTimeout(() => (isPressed ? afterPress(show) : show()), 100)
}

/** Reads a draft and its record version; the values may come from an older release's form. */
function readDraft(key: string | null): { version: number; values: unknown } | null {
  try {
    const { version, values } = fieldsOf(readJson((key && sessionStorage.getItem(key)) || '{}'))
    return typeof version === 'number' ? { version, values } : null
  } catch {
    return null
  }
}

/** The error that a save over a newer record version would get. */
const outdated: CallFailure = { code: 'request/stale', status: 409, issues: [] }

const plain = (values: Record<string, unknown>) =>
  JSON.stringify(values, (_key, value: unknown) => (value instanceof File ? `${value.name} ${value.size}` : value))

/** A form over a zod schema: values, each field's first error once changed and left, one submit at a time, server errors at fields. */
export function useForm<Values extends Record<string, unknown>, Schema extends z.ZodMiniType>({
  name,
  initial,
  schema,
  input,
  submit,
  rename = {},
  draft,
  prerendered = false,
}: Options<Values, Schema>) {
  const draftKey = draft ? `draft:${name}:${draft.of}` : null
  const version = draft?.version
  const [storedDraft] = useState(() => readDraft(draftKey))
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState<Values>({ ...initial, ...fitting(initial, storedDraft?.values) })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})
  const [isSubmitted, setSubmitted] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(storedDraft && storedDraft.version !== version ? outdated : null)
  const busy = useRef(false)
  const summary = useRef<HTMLDivElement>(null)
  const [attention, callAttention] = useState(0)
  // After the summary has rendered; before that there is nothing to focus.
  useEffect(() => {
    if (attention > 0) summary.current?.focus()
  }, [attention])

  useLayoutEffect(() => {
    if (prerendered) setValues((now) => ({ ...now, ...fitting(now, typedInto(name, now)) }))
    // Only values entered before hydration count.
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])

  const isDirty = plain(values) !== plain(base)
  useEffect(() => {
    if (!draftKey) return
    if (!isDirty) return sessionStorage.removeItem(draftKey)
    // A draft keeps the record version it started from until it is saved or dropped, however often the page reloads.
    const typed = { version: readDraft(draftKey)?.version ?? version, values }
    sessionStorage.setItem(
      draftKey,
      JSON.stringify(typed, (_key, value: unknown) => (value instanceof File ? undefined : value)),
    )
  }, [draftKey, version, isDirty, values])

  const forget = (): void => {
    if (draftKey) sessionStorage.removeItem(draftKey)
  }

  const parsed = schema.safeParse(input ? input(values) : values)
  const errors: Record<string, string> = {}
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (field in values) errors[field] ??= issue.message
  }
  /** Whether a text or number may stay empty as the form is now; undefined for other values, and those that the call has by another name. */
  function isOptional(key: string): boolean | undefined {
    const isText = typeof values[key] === 'string' || typeof values[key] === 'number'
    if (!isText || !('shape' in schema && hasKey(fieldsOf(schema.shape), key))) return undefined
    const emptied = { ...values, [key]: '' }
    const issues = schema.safeParse(input ? input(emptied) : emptied).error?.issues ?? []
    return !issues.some(({ path }) => path[0] === key)
  }
  const shown = (field: string) => refused[field] ?? (isSubmitted || left.has(field) ? errors[field] : undefined)

  function field<Key extends keyof Values & string>(key: Key): FieldBinding<Values[Key]> {
    return {
      name: key,
      id: `${name}-${key}`,
      value: values[key],
      error: shown(key),
      get isOptional() {
        return isOptional(key)
      },
      onChange(value) {
        setValues((now) => ({ ...now, [key]: value }))
        setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== key)))
      },
      onBlur(always = false) {
        if (always || plain({ value: values[key] }) !== plain({ value: base[key] }))
          afterPress(() => setLeft((now) => new Set(now).add(key)))
      },
    }
  }

  async function run(): Promise<void> {
    if (busy.current) return
    setSubmitted(true)
    setFailure(null)
    setRefused({})
    if (Object.keys(errors).length > 0) {
      callAttention((times) => times + 1)
      return
    }
    busy.current = true
    setBusy(true)
    try {
      const stored = await submit(values)
      setSubmitted(false)
      setLeft(new Set())
      setBase({ ...values, ...stored })
      if (stored) setValues((now) => ({ ...now, ...stored }))
      forget()
    } catch (error) {
      const failed = failureOf(error)
      const issues = failed.issues
        .map(({ path, key }) => [rename[String(path[0])] ?? String(path[0] ?? ''), key] as const)
        .filter(([at]) => at in values)
      setRefused(Object.fromEntries(issues))
      if (issues.length === 0) setFailure(failed)
      callAttention((times) => times + 1)
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  /** The refused fields for the summary, in the order of the values. */
  const problems = isSubmitted
    ? Object.keys(values).flatMap((key) => (shown(key) ? [{ id: `${name}-${key}`, key: shown(key) ?? '' }] : []))
    : []

  return {
    name,
    values,
    set: (some: Partial<Values>) => setValues((now) => ({ ...now, ...some })),
    field,
    problems,
    failure,
    summary,
    isBusy,
    isDirty,
    /** The fields that a client-side check refuses, in the order of the values; most of them are not marked yet. */
    invalid: Object.keys(values).filter((key) => key in errors),
    /** Whether the form would be submitted: no client-side check fails. */
    isValid: Object.keys(errors).length === 0,
    /** Replaces the values with saved ones, such as a fresh row from the server. */
    reset(next: Values = base) {
      setBase(next)
      setValues(next)
      setRefused({})
      setLeft(new Set())
      setSubmitted(false)
      setFailure(null)
      forget()
    },
    /** Drops the draft, for a reader who leaves knowing that unsaved changes are lost. */
    forget,
    /** Marks fields as refused, by text key, if the call itself succeeded. */
    refuse: (some: Partial<Record<keyof Values & string, string>>) => setRefused(some),
    /** For `<form onSubmit>`. */
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault()
      void run()
    },
    submit: run,
  }
}
