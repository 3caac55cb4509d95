import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './quotes.client.ts'
import type { AgreedPreview } from '#business/acts/act-effects.contract.ts'
import { changed } from '#web/changed.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { PageActs } from '#ui/page.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { PeopleDialog } from './people-dialog.tsx'
import { isSoldAtOnce, useQuoteEffect } from './quote-effect.tsx'
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
  const sales = useTranslations('sales')
  const noAddress = quote.email === '' ? sales('receipt.noAddress') : undefined
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
  const effect = useQuoteEffect(isSoldAtOnce(quote) ? quote : null)
  async function convert(decision: AgreedPreview | undefined, customers?: string[]): Promise<void> {
    const { id, version } = quote
    const after = await api.quotes.convert({ id, version, ...(customers && { customers }), ...(decision && { decision }) })
    toastSuccess(t('actions.converted', { number: after.saleNumber ?? '' }))
    if (after.sale) void navigate({ to: '/sales/sale', search: { id: after.sale } })
  }
  /** A group's people are asked for first; those not known yet are named later. */
  async function convertGroup(customers: string[], decision: AgreedPreview | undefined): Promise<void> {
    await convert(decision, customers)
    await changed('quotes')
  }
  const send = () => run('send', () => t('actions.sent', { to: quote.email }))
  const isDraft = quote.state === 'draft'
  const sendButton = can('send') && (
    <ChangeButton
      look={isDraft ? 'primary' : 'outline'}
      isBusy={busy === 'send'}
      disabled={noAddress !== undefined}
      title={noAddress}
      aria-description={noAddress}
      onClick={() => void send()}
    >
      {isDraft ? t('actions.send') : t('actions.resend')}
    </ChangeButton>
  )
  return (
    <PageActs
      primary={
        <>
          {isDraft && sendButton}
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
              isBusy={busy === 'convert' || effect.isBusy}
              onClick={() =>
                isSoldAtOnce(quote) ? void attempt('convert', () => effect.perform(() => convert(effect.decision))) : setAsked('convert')
              }
            >
              {t('actions.convert')}
            </ChangeButton>
          )}
        </>
      }
      actions={
        <>
          {can('withdraw') && (
            <ChangeButton look="quiet" onClick={() => setAsked('withdraw')}>
              {t('actions.withdraw')}
            </ChangeButton>
          )}
          {can('decline') && (
            <ChangeButton look="outline" onClick={() => setAsked('decline')}>
              {t('actions.decline')}
            </ChangeButton>
          )}
          {can('edit') && (
            <AddLink look="outline" to="/sales/quote/edit" search={{ id: quote.id }}>
              {t('edit')}
            </AddLink>
          )}
          {!isDraft && sendButton}
          {asked === 'convert' && (
            <PeopleDialog
              title={t('people.title', { count: quote.candidates })}
              text={t('people.text', { count: quote.candidates, batch: quote.batchName ?? '' })}
              save={t('actions.convert')}
              places={quote.candidates}
              start={[{ ...quote, id: quote.customer }]}
              sold={quote}
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
              onYes={() =>
                void run(asked, () => t(asked === 'withdraw' ? 'actions.withdrawn' : 'actions.declined', { number: quote.number }))
              }
              onNo={() => setAsked(null)}
            />
          )}
        </>
      }
    />
  )
}
