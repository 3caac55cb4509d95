import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { useDay } from '#ui/use-day.ts'
import type { BankItem, BankProposal } from './banking.contract.ts'
import css from './banking.module.css'

type Currency = { currency: string; exponent: number }

/** How many items of a line are named; further ones are counted. */
const named = 3

/** What an item is, in a few words. */
export function useItemWords(): (item: BankItem) => string {
  const t = useTranslations('banking.kinds')
  const accounts = useTranslations('cashbook.kinds')
  return ({ kind, name, number, account }) =>
    [t(kind), name || (account ? accounts(account) : ''), number ?? ''].filter(Boolean).join(' · ')
}

/** The documents that a line is, each with a link to it. */
export function BankItems({ items, terms }: { items: BankItem[]; terms: Currency }) {
  const t = useTranslations('banking')
  const words = useItemWords()
  const money = useMoney(terms)
  const day = useDay()
  const body = (item: BankItem) => <bdi>{words(item)}</bdi>
  return (
    <ul className={css['items']}>
      {items.slice(0, named).map((item) => (
        <li key={`${item.id} ${item.day}`}>
          {item.sale ? (
            <Link to="/sales/sale" search={{ id: item.sale }}>
              {body(item)}
            </Link>
          ) : item.expense ? (
            <Link to="/finance/expense" search={{ id: item.expense }}>
              {body(item)}
            </Link>
          ) : (
            body(item)
          )}
          <span className={css['note']}>
            <span className="whole">{day(item.day)}</span> · <span className="whole">{money(item.amount)}</span>
          </span>
        </li>
      ))}
      {items.length > named && <li className={css['note']}>{t('more', { count: items.length - named })}</li>}
    </ul>
  )
}

/** Why a line is proposed to be something, in words. */
function useReasons(terms: Currency): (proposal: BankProposal) => string {
  const t = useTranslations('banking.reasons')
  const money = useMoney(terms)
  const format = useFormatter()
  return ({ reasons }) =>
    format.list(
      reasons.map(({ kind, value }) => {
        if (kind === 'fee') return t('fee', { amount: money(Number(value)) })
        if (kind === 'days') return t('days', { value: Math.abs(Number(value)) })
        if (kind === 'sum') return t('sum', { value: Number(value) })
        if (kind === 'reference') return t('reference', { value: String(value) })
        return t(kind)
      }),
      { type: 'unit', style: 'short' },
    )
}

/** How likely a proposal is, as a bar and a number, with its reasons. */
export function Confidence({ proposal, terms }: { proposal: BankProposal; terms: Currency }) {
  const t = useTranslations('banking')
  const format = useFormatter()
  const reasons = useReasons(terms)
  const percent = format.number(proposal.confidence / 100, { style: 'percent' })
  return (
    <div className={css['confidence']}>
      <span className="hidden-text">{t('confidence', { percent })}</span>
      <span className={css['track']} aria-hidden="true">
        <span data-sure={proposal.isSure} style={{ inlineSize: `${proposal.confidence}%` }} />
      </span>
      <span aria-hidden="true">{percent}</span>
      {proposal.isSure && <strong>{t('sure')}</strong>}
      <span className={css['note']}>{reasons(proposal)}</span>
    </div>
  )
}
