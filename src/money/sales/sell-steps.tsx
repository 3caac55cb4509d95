import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldsOf } from '#lib/choices.ts'
import { focusSoon } from '#ui/focus.ts'
import { useIsPhone } from '#ui/use-media.ts'
import css from './sell.module.css'

const names = ['who', 'what', 'pay'] as const

/** A part of the sell form that a phone shows alone. */
export type SellStep = (typeof names)[number]

/** The id of a step's heading, which takes the focus when the step is shown. */
export const headingOf = (step: SellStep) => `sell-step-${step}`

/** The step with a field of the form. */
export function stepOf(field: string): SellStep {
  if (field === 'customer') return 'who'
  return field === 'items' ? 'what' : 'pay'
}

const entryIndex = () => Number(fieldsOf(window.history.state)['__TSR_index'])

/**
 * The steps of a sale on a phone: the address names the one in sight, so that the browser's Back leads to the one before.
 * `step` is null in a wider window, which shows all of them; `back` is null where Back leaves the form.
 */
export function useSellSteps() {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { batch, customer, step: asked } = useSearch({ strict: false })
  // Who buys is known already where the address names a customer.
  const first: SellStep = customer ? 'what' : 'who'
  const step = names.find((name) => name === asked) ?? first
  const start = useRef<number | null>(null)
  const goal = useRef<string | null | undefined>(undefined)
  const shown = useRef(step)
  const [isBegin, setBegin] = useState(true)
  useEffect(() => {
    start.current ??= entryIndex()
    setBegin(step === first && entryIndex() <= start.current)
    if (!isPhone || shown.current === step) return
    shown.current = step
    const focus = goal.current === undefined ? headingOf(step) : goal.current
    if (focus) focusSoon(focus)
    goal.current = undefined
  }, [isPhone, step, first])

  const open = (next: SellStep | undefined, replace: boolean) =>
    void navigate({
      to: '/sales/add',
      search: { ...(batch && { batch }), ...(customer && { customer }), ...(next && { step: next }) },
      replace,
    })
  return {
    step: isPhone ? step : null,
    /** Shows a step; the focus moves to its heading, or to the field with the id `focus`, or for null nowhere. */
    go(next: SellStep, focus?: string | null): void {
      if (next === step) return focus ? focusSoon(focus) : undefined
      goal.current = focus
      open(next, false)
    },
    /** Shows the first step, in place of a later one of a form that is empty. */
    restart(): void {
      if (asked !== undefined) open(undefined, true)
    },
    back:
      isPhone && !isBegin
        ? () => {
            if (entryIndex() > (start.current ?? 0)) history.back()
            // Loaded at this step: the one before is not in the history.
            else open(names[names.indexOf(step) - 1], true)
          }
        : null,
  }
}

export type SellSteps = ReturnType<typeof useSellSteps>

/** The three steps by name, with what was chosen in each; each of them can be opened. */
export function StepNames({ steps, chosen }: { steps: SellSteps; chosen: Record<SellStep, string> }) {
  const t = useTranslations('sales.sellForm')
  const titles = { who: t('who'), what: t('what'), pay: t('payments') }
  return (
    <nav className={css['steps']} aria-label={t('steps')}>
      <ol>
        {names.map((name) => (
          <li key={name}>
            <button type="button" aria-current={name === steps.step ? 'step' : undefined} onClick={() => steps.go(name)}>
              <span>{titles[name]}</span>
              <span className={css['picked']}>
                <bdi>{chosen[name] || '–'}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
