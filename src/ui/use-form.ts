import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { fieldsOf } from '#lib/choices.ts'
import { fitting } from '#lib/fitting.ts'
import { readJson } from '#lib/json.ts'
import { failureOf, type CallFailure } from '#web/call-failure.ts'

/** What a field needs from its form. `error` is a text key, shown once the field was changed and left. */
export type FieldBinding<Value> = {
  name: string
  id: string
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
  /** @param always shows the error even where the value is as it was */
  onBlur: (always?: boolean) => void
}

/** What a schema asks for by name, of whatever type a field holds it: a number is typed as text, nothing chosen is ''. */
type Asked<Schema extends z.ZodMiniType> = { [Key in keyof z.output<Schema>]: unknown }

type Options<Values extends Record<string, unknown>, Schema extends z.ZodMiniType> = {
  /** Names the form: ids of fields and the key of its draft. */
  name: string
  initial: Values
  /** The rules; the messages are text keys. Fields that it does not know are left alone. */
  schema: Schema
  /** What a double click must not do twice. Throw to keep the form as it is; give the values that were stored otherwise than typed. */
  submit: (values: Values) => Promise<Partial<Values> | void>
  /** Where a refused field of the call stands in the form, when its name differs. */
  rename?: Record<string, keyof Values & string>
  /**
   * Keeps unsaved values for the next visit of this tab, so that a session's end loses nothing.
   * The record that they belong to (its id, 'new', or 'own' where there is only one), whose values no other
   * form gets, and its version: one who comes back to a record that was changed since learns of it.
   */
  draft?: { of: string; version: number }
  /** Drawn at build: what a reader typed before the page came alive stays. */
  prerendered?: boolean
} & (
  | {
      /** What the rules check, where the fields hold something else, such as '' for nothing chosen. */
      input: (values: Values) => Asked<Schema>
    }
  // A field that the schema asks for and the form lacks does not compile.
  | { input?: undefined; initial: Asked<Schema> }
)

/** What stands in the fields of a prerendered form now, where it is not what was drawn. */
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

/** Waits until a press has ended: a message that appears in between would move the button away before its click. */
function afterPress(show: () => void): void {
  setTimeout(() => (isPressed ? afterPress(show) : show()), 100)
}

/** What was typed over a version; its values may be those of a form that an earlier version of the product drew. */
function readDraft(key: string | null): { version: number; values: unknown } | null {
  try {
    const { version, values } = fieldsOf(readJson((key && sessionStorage.getItem(key)) || '{}'))
    return typeof version === 'number' ? { version, values } : null
  } catch {
    return null
  }
}

/** What a save over a record that was changed since would be refused with. */
const outdated: CallFailure = { code: 'request/stale', status: 409, issues: [] }

const plain = (values: Record<string, unknown>) =>
  JSON.stringify(values, (_key, value: unknown) => (value instanceof File ? `${value.name} ${value.size}` : value))

/** A form over a zod schema: values, first error per field after change and leave, one submit at a time, the server's refusals at the same fields. */
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
  // Once the summary is drawn; before that there is nothing to focus.
  useEffect(() => {
    if (attention > 0) summary.current?.focus()
  }, [attention])

  useLayoutEffect(() => {
    if (prerendered) setValues((now) => ({ ...now, ...fitting(now, typedInto(name, now)) }))
    // Only what was typed before this form came alive counts.
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])

  const isDirty = plain(values) !== plain(base)
  useEffect(() => {
    if (!draftKey) return
    if (!isDirty) return sessionStorage.removeItem(draftKey)
    // What was typed over one version stays of that version until it is saved or dropped, however often the page is read again.
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
  const shown = (field: string) => refused[field] ?? (isSubmitted || left.has(field) ? errors[field] : undefined)

  function field<Key extends keyof Values & string>(key: Key): FieldBinding<Values[Key]> {
    return {
      name: key,
      id: `${name}-${key}`,
      value: values[key],
      error: shown(key),
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
    /** Whether a save would be sent: nothing that can be checked here is wrong. */
    isValid: Object.keys(errors).length === 0,
    /** Takes values as saved, such as a fresh row from the server. */
    reset(next: Values = base) {
      setBase(next)
      setValues(next)
      setRefused({})
      setLeft(new Set())
      setSubmitted(false)
      setFailure(null)
      forget()
    },
    /** Drops the draft, for one who leaves and knows that what was typed is lost. */
    forget,
    /** Marks fields as refused, by text key, where the call's answer is no failure. */
    refuse: (some: Partial<Record<keyof Values & string, string>>) => setRefused(some),
    /** For `<form onSubmit>`. */
    onSubmit(event: { preventDefault: () => void }) {
      event.preventDefault()
      void run()
    },
    submit: run,
  }
}
