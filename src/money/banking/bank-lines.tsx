import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import type { BankLineRow } from './banking.contract.ts'
import css from './banking.module.css'
import { BankItems, Confidence, useItemWords } from './bank-proposal.tsx'

type Currency = { currency: string; exponent: number }

/** What the bank says of a line. */
function BankSide({ line, terms }: { line: BankLineRow; terms: Currency }) {
  const t = useTranslations('banking')
  const money = useMoney(terms, true)
  const day = useDay()
  const words = [line.name, line.text, line.reference].filter(Boolean)
  return (
    <>
      <span className={css['when']}>
        <span className="whole">{day(line.day)}</span>
        <strong className={css['amount']} data-tone={line.amount > 0 ? 'in' : undefined}>
          {money(line.amount)}
        </strong>
      </span>
      <span className={css['words']}>
        {words.length === 0 ? (
          <span className={css['note']}>{t('nameless')}</span>
        ) : (
          words.map((word, at) => (
            <bdi key={word} className={at > 0 ? css['note'] : undefined}>
              {word}
            </bdi>
          ))
        )}
      </span>
    </>
  )
}

type Props = {
  lines: BankLineRow[]
  terms: Currency
  canMatch: boolean
  /** @returns whether the line was matched, or made unmatched */
  onAccept: (line: BankLineRow) => Promise<boolean>
  onOther: (line: BankLineRow) => void
  onUndo: (line: BankLineRow) => Promise<boolean>
}

/** Moves the focus among the first buttons of lines. @returns whether there was a line to move to */
function moveFocus(list: HTMLElement | null, by: 1 | -1): boolean {
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-line] button:first-of-type') ?? [])]
  const at = buttons.findIndex((button) => button.closest('[data-line]')?.contains(document.activeElement))
  const next = buttons[at + by]
  next?.focus()
  return next !== undefined
}

/** Lines of the bank: Enter accepts the one in focus and moves on, arrows move. */
export function BankLineList({ lines, terms, canMatch, onAccept, onOther, onUndo }: Props) {
  const t = useTranslations('banking')
  const words = useItemWords()
  const money = useMoney(terms)
  const day = useDay()
  const list = useRef<HTMLOListElement>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  /** Hides a line at once and moves on; shows it again where the call failed. */
  async function leave(line: BankLineRow, work: (line: BankLineRow) => Promise<boolean>): Promise<void> {
    if (!moveFocus(list.current, 1)) moveFocus(list.current, -1)
    setHidden((before) => new Set(before).add(`${line.id} ${line.version}`))
    if (await work(line)) return
    setHidden((before) => new Set([...before].filter((id) => id !== `${line.id} ${line.version}`)))
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    moveFocus(list.current, event.key === 'ArrowDown' ? 1 : -1)
  }
  const about = (line: BankLineRow) => ({ amount: money(line.amount), day: day(line.day) })
  const actions = (line: BankLineRow): ReactNode => {
    if (line.matchedAt !== null)
      return (
        <ChangeButton look="outline" aria-label={t('undoLine', about(line))} onClick={() => void leave(line, onUndo)}>
          {t('undo')}
        </ChangeButton>
      )
    const what = line.proposal?.items.map(words).join(', ') ?? ''
    return (
      <>
        {line.proposal && (
          <ChangeButton look="primary" aria-label={t('acceptLine', { ...about(line), what })} onClick={() => void leave(line, onAccept)}>
            {t('accept')}
          </ChangeButton>
        )}
        <ChangeButton
          look={line.proposal ? 'quiet' : 'outline'}
          aria-label={t(line.proposal ? 'otherLine' : 'sayLine', about(line))}
          onClick={() => onOther(line)}
        >
          {t(line.proposal ? 'other' : 'say')}
        </ChangeButton>
      </>
    )
  }
  return (
    // The keys move among the buttons in the list, which are focused themselves.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={list} className={css['lines']} aria-label={t('list.label')} onKeyDown={keys}>
      {lines
        .filter(({ id, version }) => !hidden.has(`${id} ${version}`))
        .map((line) => (
          <li key={line.id} data-line={line.id}>
            <BankSide line={line} terms={terms} />
            <div className={css['proposal']}>
              {line.matchedAt !== null && <BankItems items={line.items} terms={terms} />}
              {line.matchedAt === null && line.proposal && (
                <>
                  <BankItems items={line.proposal.items} terms={terms} />
                  <Confidence proposal={line.proposal} terms={terms} />
                </>
              )}
              {line.matchedAt === null && !line.proposal && <span className={css['note']}>{t('noProposal')}</span>}
            </div>
            {canMatch && <div className={css['buttons']}>{actions(line)}</div>}
          </li>
        ))}
    </ol>
  )
}
