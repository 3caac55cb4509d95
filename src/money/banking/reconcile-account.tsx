import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useAccountNames } from '#business/ledger/account-names.ts'
import type { MoneyAccount } from '#business/ledger/money-account.contract.ts'
import { AccountHead, ToolRow } from '#money/cashbook/account-head.tsx'
import { changed } from '#web/changed.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { State, Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { BankFiles } from './bank-files.tsx'
import { BankFileDialog } from './bank-file-dialog.tsx'
import { BankLineList } from './bank-lines.tsx'
import { BankSheet } from './bank-sheet.tsx'
import { acceptanceOf } from './bank-acceptance.rules.ts'
import { api, useMay } from './banking.client.ts'
import type { BankLineRow, BankLines } from './banking.contract.ts'
import css from './banking.module.css'
import { EnterLine } from './enter-line.tsx'

type Account = Pick<MoneyAccount, 'id' | 'name' | 'kind' | 'number'>

/** The calls of the list, each of which answers whether it succeeded. */
function useMatching(account: string) {
  const t = useTranslations('banking')
  const failed = useFailed()
  const [isBusy, setBusy] = useState(false)
  async function tried(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      failed(error)
      return false
    } finally {
      await changed('banking')
    }
  }
  return {
    isBusy,
    accept: ({ id, version, proposal }: BankLineRow) =>
      tried(async () => (proposal ? api.banking.accept({ id, version, ...acceptanceOf(proposal) }) : null)),
    undo: ({ id, version }: BankLineRow) =>
      tried(async () => {
        const { stay } = await api.banking.undo({ id, version, reason: t('undoReason') })
        toastSuccess(stay > 0 ? t('undoneStay', { count: stay }) : t('undone'))
      }),
    /** Accepts what is sure until nothing is: each call takes some of them, and decides others. */
    async acceptSure(): Promise<void> {
      setBusy(true)
      let count = 0
      await tried(async () => {
        for (;;) {
          const { accepted } = await api.banking.acceptSure({ account })
          if (accepted === 0) break
          count += accepted
        }
      })
      setBusy(false)
      if (count > 0) toastSuccess(t('accepted', { count }))
    },
  }
}

/** What is shown instead of lines. */
function NoLines({ first, state }: { first: BankLines; state: 'open' | 'matched' }) {
  const t = useTranslations('banking.list')
  if (first.open + first.matched === 0) return <State title={t('empty')} text={t('emptyText')} />
  return state === 'open' ? (
    <State title={t('none')} text={t('noneText')} />
  ) : (
    <State title={t('noneMatched')} text={t('noneMatchedText')} />
  )
}

/** The lines of a bank account with what each is proposed to be, and why its balance differs from the ledger's. */
export default function ReconcileAccount({ account }: { account: Account }) {
  const t = useTranslations('banking')
  const names = useTranslations('cashbook')
  const format = useFormatter()
  const nameOf = useAccountNames()
  const canMatch = useMay('banking.accept')
  const [state, setState] = useState<'open' | 'matched'>('open')
  const [dialog, setDialog] = useState<'import' | 'files' | null>(null)
  const [other, setOther] = useState<BankLineRow | null>(null)
  const matching = useMatching(account.id)
  const query = useInfiniteQuery({
    queryKey: ['banking', 'lines', account.id, state],
    queryFn: ({ pageParam }) => api.banking.lines({ account: account.id, state, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.reduce((sum, { rows }) => sum + rows.length, 0) < last.total ? pages.length + 1 : undefined),
  })
  const first = query.data?.pages[0]
  const lines = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <AccountHead
        back={
          <Link className={buttonClass('outline')} to="." search={{ tab: 'accounts', money: account.id }}>
            {t('book')}
          </Link>
        }
        name={t('title', { account: nameOf(account) })}
        end={
          first && (
            <>
              {first.open + first.matched > 0 && <Button onClick={() => setDialog('files')}>{t('files.open')}</Button>}
              {canMatch && (
                <ChangeButton look={first.open === 0 ? 'primary' : 'outline'} onClick={() => setDialog('import')}>
                  {t('file.open')}
                </ChangeButton>
              )}
            </>
          )
        }
      />
      {!first || query.isError ? (
        <Unread query={query} />
      ) : (
        <>
          {first.open + first.matched > 0 && <BankSheet account={account.id} />}
          <ToolRow
            end={
              canMatch &&
              state === 'open' &&
              first.sure > 0 && (
                <ChangeButton look="primary" isBusy={matching.isBusy} onClick={() => void matching.acceptSure()}>
                  {t('acceptSure', { count: first.sure })}
                </ChangeButton>
              )
            }
          >
            <div role="group" aria-label={t('states.label')} className={css['states']}>
              {(['open', 'matched'] as const).map((name) => (
                <Button key={name} look="quiet" aria-pressed={state === name} onClick={() => setState(name)}>
                  {t(`states.${name}`, { count: format.number(first[name]) })}
                </Button>
              ))}
            </div>
          </ToolRow>
          {canMatch && state === 'open' && lines.length > 0 && <p className={`${css['note']} ${css['keys']}`}>{t('list.keys')}</p>}
          {lines.length === 0 ? (
            <NoLines first={first} state={state} />
          ) : (
            <BankLineList
              lines={lines}
              terms={first}
              canMatch={canMatch}
              onAccept={matching.accept}
              onUndo={matching.undo}
              onOther={setOther}
            />
          )}
          {query.hasNextPage && (
            <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {names('book.more')}
            </Button>
          )}
        </>
      )}
      {dialog === 'import' && first && <BankFileDialog account={account} terms={first} onClose={() => setDialog(null)} />}
      {dialog === 'files' && <BankFiles account={account} onClose={() => setDialog(null)} />}
      {other && first && <EnterLine line={other} account={account.id} terms={first} onClose={() => setOther(null)} />}
    </>
  )
}
