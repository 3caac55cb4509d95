import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { paidWith } from '#business/ledger/money-account.rules.ts'
import { focusSoon } from '#ui/focus.ts'
import type { useForm } from '#ui/use-form.ts'
import type { sellForm } from './sale.contract.ts'
import type { SellValues } from './sell.rules.ts'
import { stepOf, type SellStep, type SellSteps } from './sell-steps.tsx'

type Form = ReturnType<typeof useForm<SellValues, typeof sellForm>>

/** The sell form in steps: what its button, a choice, an error and a discarded form lead to. */
export function useSellFlow(form: Form, steps: SellSteps) {
  const { step, restart } = steps
  // A draft that had reached the payment has its seller's own choice.
  const isSuggested = useRef(form.isDirty && step === 'pay')
  // An empty form begins at its first step, whichever the address names.
  const isEmpty = useRef(!form.isDirty)
  useEffect(() => {
    if (step && isEmpty.current) restart()
    isEmpty.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])

  function go(next: SellStep, focus?: string | null): void {
    const [only, ...others] = form.values.payments
    // Most pay at once and in cash; the button says so, and another tile changes it.
    if (next === 'pay' && !isSuggested.current && only?.method === '' && others.length === 0)
      form.set({ payments: [{ ...only, method: 'cash' }] })
    if (next === 'pay') isSuggested.current = true
    steps.go(next, focus)
  }

  /** Shows why a step can't be left: the error of a field, and the field itself. */
  function mark(field: 'customer' | 'items'): void {
    form.field(field).onBlur(true)
    go(stepOf(field), `${form.name}-${field}`)
  }

  function finishItems(): void {
    if (form.invalid.includes('items')) mark('items')
    else if (form.invalid.includes('customer')) mark('customer')
    else go('pay')
  }

  // What the server refuses is known later than what the form refuses.
  const refused = form.invalid.length === 0 ? form.problems[0]?.id.slice(form.name.length + 1) : undefined
  useEffect(() => {
    if (step && refused) go(stepOf(refused), null)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [refused])

  return {
    go,
    /** After a customer was chosen: what is sold, unless the address says so already. */
    choose: () => go(form.invalid.includes('items') ? 'what' : 'pay'),
    /** After the only batch was pressed; the form does not know it yet. */
    pick: () => (form.values.customer === '' ? mark('customer') : go('pay')),
    onProblem: (id: string) => {
      const next = stepOf(id.slice(form.name.length + 1))
      if (next === step) focusSoon(id)
      else go(next, id)
    },
    form: !step
      ? form
      : {
          ...form,
          reset() {
            form.reset()
            isSuggested.current = false
            restart()
          },
          onSubmit(event: { preventDefault: () => void }) {
            event.preventDefault()
            if (step === 'who') return go('what')
            if (step === 'what') return finishItems()
            form.onSubmit(event)
            const [first] = form.invalid
            if (first) go(stepOf(first), null)
          },
        },
  }
}

/** What the button of a step says: the total, and in the last step what changes hands. */
export function useStepLabel(): (
  step: SellStep,
  sale: { values: SellValues; total: number; paid: number },
  amount: (minor: number) => string,
) => string {
  const t = useTranslations('sales.sellForm')
  return (step, { values, total, paid }, amount) => {
    if (step === 'pay') {
      const used = values.payments.filter(({ method }) => method !== '')
      const method = used.length === 1 ? paidWith(used[0]?.method ?? '').method : 'several'
      return paid > 0 ? t('take', { amount: amount(paid), method }) : t('sellFor', { amount: amount(total) })
    }
    if (total > 0) return t('nextWith', { amount: amount(total) })
    return step === 'who' && values.customer === '' ? t('nextWithout') : t('next')
  }
}
