import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './quotes.client.ts'
import { changed } from '#web/changed.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { PeopleDialog } from './people-dialog.tsx'
import type { QuoteDetail, QuoteState } from './quote.contract.ts'

type Action = 'send' | 'withdraw' | 'acceptCounter' | 'decline' | 'convert'

/** The states in which an action is allowed. */
const from: Record<Action | 'edit', readonly QuoteState[]> = {
  edit: ['draft'],
  send: ['draft', 'sent'],
  withdraw: ['draft', 'sent', 'countered', 'accepted'],
  acceptCounter: ['countered'],
  decline: ['sent', 'countered'],
  convert: ['accepted'],
}

/** The actions that a quote's state allows, for members who may quote; an irreversible action asks first. */
export function QuoteActions({ quote }: { quote: QuoteDetail }) {
  const t = useTranslations('quotes')
  const failed = useFailed()
  const money = useMoney(quote)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'withdraw' | 'decline' | 'convert' | null>(null)
  const [busy, setBusy] = useState<Action | null>(null)
  const can = (action: Action | 'edit') => from[action].includes(quote.state)
  async function attempt(action: Action, work: () => Promise<void>): Promise<void> {
    setAsked(null)
    setBusy(action)
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    await changed('quotes')
    setBusy(null)
  }
  const run = (action: Exclude<Action, 'convert'>, done: () => string) =>
    attempt(action, async () => {
      await api.quotes[action]({ id: quote.id, version: quote.version })
      toastSuccess(done())
    })
  /** Asks for a group's people first; people not known yet are named later. */
  async function convert(customers?: string[]): Promise<void> {
    const after = await api.quotes.convert({ id: quote.id, version: quote.version, ...(customers ? { customers } : {}) })
    toastSuccess(t('actions.converted', { number: after.saleNumber ?? '' }))
    if (after.sale) void navigate({ to: '/sales/sale', search: { id: after.sale } })
  }
  async function convertGroup(customers: string[]): Promise<void> {
    await convert(customers)
    await changed('quotes')
  }
  const isGroup = quote.batch !== null && quote.candidates > 1
  const send = () => run('send', () => t('actions.sent', { to: quote.email }))
  return (
    <>
      {can('withdraw') && (
        <Button look="quiet" onClick={() => setAsked('withdraw')}>
          {t('actions.withdraw')}
        </Button>
      )}
      {can('decline') && <Button onClick={() => setAsked('decline')}>{t('actions.decline')}</Button>}
      {can('edit') && (
        <Link className={buttonClass('outline')} to="/sales/quote/edit" search={{ id: quote.id }}>
          {t('edit')}
        </Link>
      )}
      {can('send') && (
        <ChangeButton look={quote.state === 'draft' ? 'primary' : 'outline'} isBusy={busy === 'send'} onClick={() => void send()}>
          {quote.state === 'draft' ? t('actions.send') : t('actions.resend')}
        </ChangeButton>
      )}
      {can('acceptCounter') && (
        <ChangeButton
          look="primary"
          isBusy={busy === 'acceptCounter'}
          onClick={() => void run('acceptCounter', () => t('actions.countered'))}
        >
          {t('actions.acceptCounter', { price: money(quote.counterPrice ?? 0) })}
        </ChangeButton>
      )}
      {can('convert') && (
        <ChangeButton
          look="primary"
          isBusy={busy === 'convert'}
          onClick={() => (isGroup ? setAsked('convert') : void attempt('convert', () => convert()))}
        >
          {t('actions.convert')}
        </ChangeButton>
      )}
      {asked === 'convert' && (
        <PeopleDialog
          title={t('people.title', { count: quote.candidates })}
          text={t('people.text', { count: quote.candidates, batch: quote.batchName ?? '' })}
          save={t('actions.convert')}
          places={quote.candidates}
          start={[{ ...quote, id: quote.customer }]}
          submit={convertGroup}
          onClose={() => setAsked(null)}
        />
      )}
      {(asked === 'withdraw' || asked === 'decline') && (
        <ConfirmDialog
          title={t(`actions.${asked}Title`, { number: quote.number })}
          text={t(`actions.${asked}Text`)}
          yes={t(`actions.${asked}`)}
          no={t('dismiss')}
          onYes={() => void run(asked, () => t(asked === 'withdraw' ? 'actions.withdrawn' : 'actions.declined', { number: quote.number }))}
          onNo={() => setAsked(null)}
        />
      )}
    </>
  )
}
