import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Decision, EffectLine, EffectsShown } from './act-effects.contract.ts'
import { choiceOf } from '#lib/choices.ts'
import { fullName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { Failed } from '#ui/page.tsx'
import { useDays } from '#ui/use-day.ts'
import css from './act-effects.module.css'
import { isRefused, useActPreview } from './act-preview.ts'

/** What a credit becomes: credit of the payer, or a refund in money. */
const creditChoices = ['credit', ...deskMethods] as const
type CreditChoice = (typeof creditChoices)[number]

/** The amounts that a member changed, as typed, and how credits are given, both by line; and their one reason. */
type Changes = { amounts: Record<string, number | string>; creditChoices: Record<string, CreditChoice>; reason: string }
const unchanged: Changes = { amounts: {}, creditChoices: {}, reason: '' }

const choiceFor = ({ id }: Pick<EffectLine, 'id'>, changes: Changes): CreditChoice => changes.creditChoices[id] ?? 'credit'

/** The lines of a preview that were given other amounts, or that are refunded. */
const changedLines = ({ lines }: EffectsShown, changes: Changes): Decision['lines'] =>
  lines.flatMap((line) => {
    const { id, proposed } = line
    const [amount = proposed, choice] = [changes.amounts[id], choiceFor(line, changes)]
    if (typeof amount !== 'number' || (amount === proposed && choice === 'credit')) return []
    return [{ id, amount, ...(choice === 'credit' ? {} : { method: choice }), reason: changes.reason.trim() }]
  })

/**
 * What an act would mean in money, for its dialog.
 * @param key what the answer depends on
 * @param ask null while the act is not known yet, or where it means nothing
 */
export function useActEffects(key: readonly unknown[], ask: (() => Promise<EffectsShown>) | null) {
  const { isUnseen, perform, ...preview } = useActPreview(key, ask)
  const [changes, setChanges] = useState(unchanged)
  const [isChecked, setChecked] = useState(false)
  const { shown } = preview
  const lines = shown ? changedLines(shown, changes) : []
  const isIncomplete =
    lines.some(({ reason }) => reason === '') || Object.values(changes.amounts).some((amount) => typeof amount === 'string')
  const decision: Decision | undefined = shown && { digest: shown.digest, lines }
  return {
    ...preview,
    decision,
    changes,
    setChanges,
    isChecked: isChecked && isIncomplete,
    /** Whether the act can be performed: its effects were seen, and the changed amounts can be sent; shows what is missing. */
    check(): boolean {
      setChecked(isIncomplete)
      return !isIncomplete && !isUnseen
    },
    /** Performs the act as decided; shows the present effects where others were decided about. */
    decide: <Answer,>(act: (decision: Decision | undefined) => Promise<Answer>): Promise<Answer> => perform(() => act(decision)),
  }
}
export type ActEffectsState = ReturnType<typeof useActEffects>

/** A form whose act waits until its preview is shown. */
export const waiting = <Form extends { isBusy: boolean }>(form: Form, { isBusy }: { isBusy: boolean }): Form => ({
  ...form,
  isBusy: form.isBusy || isBusy,
})

const isCharge = ({ kind }: EffectLine) => kind === 'charge'

/** What a line is worth now: the amount as typed, else as proposed; nothing while it is not a number. */
const amountOf = (line: EffectLine, { amounts }: Changes): number => {
  const typed = amounts[line.id] ?? line.proposed
  return typeof typed === 'number' ? typed : 0
}

/** How credits are given: those of one line, or of all. */
function CreditChoiceField({
  label,
  of,
  effects,
  hasName = true,
}: {
  label: string
  of: readonly EffectLine[]
  effects: ActEffectsState
  hasName?: boolean
}) {
  const t = useTranslations('acts.creditChoices')
  const { changes, setChanges } = effects
  const chosen = new Set(of.map((line) => choiceFor(line, changes)))
  const [only = 'credit'] = chosen
  const set = (value: string) => {
    const choice = choiceOf(creditChoices, value)
    setChanges({ ...changes, creditChoices: { ...changes.creditChoices, ...Object.fromEntries(of.map(({ id }) => [id, choice])) } })
  }
  const mixed = chosen.size > 1 ? [{ value: '', label: t('mixed') }] : []
  return (
    <Choice
      label={label}
      hasName={hasName}
      value={chosen.size > 1 ? '' : only}
      options={[...mixed, ...creditChoices.map((value) => ({ value, label: t(value) }))]}
      onChange={(value) => value !== '' && set(value)}
    />
  )
}

/** One line: whom and what it is about, its formula, and its amount. */
function Line({
  line,
  effects,
  isEdited,
  hasNames,
  hasDays,
}: {
  line: EffectLine
  effects: ActEffectsState
  isEdited: boolean
  hasNames: boolean
  hasDays: boolean
}) {
  const t = useTranslations('acts')
  const days = useDays({ day: 'numeric', month: 'short' })
  const { shown, changes, setChanges, isChecked } = effects
  const money = useMoney(shown, true)
  const { count, of, number } = line
  const formula = t('formula', { price: money(line.price), of, count })
  const what = line.kind === 'void' ? t('void', { number: number ?? '' }) : t(isCharge(line) ? 'charge' : line.unit, { count, of })
  const amount = amountOf(line, changes)
  const isChanged = amount !== line.proposed
  const typed = changes.amounts[line.id] ?? line.proposed
  return (
    <div data-changed={isChanged}>
      <dt className={css['what']}>
        <span>
          <bdi>{hasNames ? fullName(line) : line.batchName}</bdi>
        </span>
        <small>
          {what} {!hasNames && hasDays && <span className="whole">({days(line.fromDay, line.toDay)})</span>}{' '}
          {line.kind !== 'void' && <span className="ltr whole">{formula}</span>}{' '}
          {line.payerName !== '' && <span>{t('payer', { name: line.payerName })}</span>}
        </small>
      </dt>
      {isEdited && shown ? (
        <dd className={css['amount']}>
          <MoneyField
            field={{
              name: line.id,
              id: line.id,
              value: typed,
              error: isChecked && typeof typed === 'string' ? 'acts.number' : undefined,
              onChange: (value) => setChanges({ ...changes, amounts: { ...changes.amounts, [line.id]: value } }),
              onBlur: () => {},
            }}
            label={t('amount', { name: fullName(line), what })}
            currency={shown.currency}
            exponent={shown.exponent}
          />
          {isChanged && <small>{t('was', { amount: money(line.proposed) })}</small>}
          {line.kind === 'credit' && (
            <CreditChoiceField label={t('creditOrRefund', { name: fullName(line), what })} of={[line]} effects={effects} hasName={false} />
          )}
        </dd>
      ) : (
        <dd className={css['sum']} data-kind={isCharge(line) ? 'charge' : 'credit'}>
          {money(isCharge(line) ? amount : -amount)}
        </dd>
      )}
    </div>
  )
}

/**
 * The lines of an act with their sum, and fields to change them for those who may.
 * @param hasDays false where the dialog itself says which days are meant
 * @param isOfMany whether the act is on several people, so that a single line names its person too
 */
export function ActEffects({
  effects,
  hasDays = true,
  isOfMany = false,
}: {
  effects: ActEffectsState
  hasDays?: boolean
  isOfMany?: boolean
}) {
  const t = useTranslations('acts')
  const [isEdited, setEdited] = useState(false)
  const { shown, changes, setChanges, isChecked, isAsked, error, retry } = effects
  const money = useMoney(shown, true)
  // What can't be done means nothing: the refusal says why.
  if (!isAsked || (error !== null && isRefused(error))) return null
  const lines = shown?.lines ?? []
  const credits = lines.filter(({ kind }) => kind === 'credit')
  const total = lines.reduce((sum, line) => sum + (isCharge(line) ? 1 : -1) * amountOf(line, changes), 0)
  const people = new Set(lines.map((line) => `${line.customer} ${fullName(line)}`)).size
  const hasNames = isOfMany || people > 1
  const side = total > 0 ? 'charge' : total < 0 ? 'credit' : 'nothing'
  const isReasonMissing = isChecked && changes.reason.trim() === ''
  return (
    <section className={css['effects']} aria-label={t('label')}>
      <h3>
        {t('label')}
        {people > 1 && <span>{t('people', { count: people })}</span>}
      </h3>
      {error !== null && <Failed retry={retry} />}
      {shown && lines.length === 0 && <p role="status">{t('none')}</p>}
      {lines.length > 0 && (
        <>
          <dl data-many={hasNames} tabIndex={hasNames ? 0 : undefined}>
            {lines.map((line) => (
              <Line key={line.id} line={line} effects={effects} isEdited={isEdited} hasNames={hasNames} hasDays={hasDays} />
            ))}
          </dl>
          <p className={css['total']} role="status">
            <span>{t(`total.${side}`)}</span>
            <strong>{money(Math.abs(total))}</strong>
          </p>
          {isEdited && credits.length > 1 && <CreditChoiceField label={t('creditOrRefundAll')} of={credits} effects={effects} />}
          {isEdited && (
            <TextField
              field={{
                name: 'effects-reason',
                id: 'effects-reason',
                value: changes.reason,
                error: isReasonMissing ? 'acts.required' : undefined,
                onChange: (reason) => setChanges({ ...changes, reason }),
                onBlur: () => {},
              }}
              label={t('reason')}
              maxLength={200}
            />
          )}
          {lines.some((line) => !isCharge(line)) && <p>{t('use')}</p>}
          {shown?.mayChange && !isEdited && (
            <Button look="quiet" onClick={() => setEdited(true)}>
              {t('change')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
