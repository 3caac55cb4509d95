import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './home.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import { addDays } from '#lib/days.ts'
import { Menu } from '#ui/menu.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import type { Need, SnoozeInput } from './needs.contract.ts'
import type { NeedKind } from './needs.rules.ts'
import css from './needs.module.css'
import type { SnoozeDialog } from './snooze-dialog.tsx'

/** The lengths of a snooze that one choice offers, in days. */
const spans = [1, 3, 7] as const

/** Snoozes or wakes a need, and announces it to screen readers. @param onDone receives the sentence */
function useSnooze(onDone: (text: string) => void) {
  const t = useTranslations('home.snooze')
  const failures = useTranslations('lib.failures')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const put = async (input: SnoozeInput) => {
    const { until } = await api.home.snooze(input)
    await changed('home')
    onDone(until === null ? t('woken') : t('done', { day: day(until) }))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: put,
    async onError(error) {
      const { toastError } = await import('#ui/toast.tsx')
      toastError(failures(failureOf(error).code))
    },
  })
  return { put, mutate, isPending }
}

/** The snooze choices of one need, for the whole business. */
export function Snooze({
  kind,
  need,
  title,
  today,
  onDone,
}: {
  kind: NeedKind
  need: Need
  title: string
  today: string
  onDone: (text: string) => void
}) {
  const t = useTranslations('home.snooze')
  const failures = useTranslations('lib.failures')
  const snooze = useSnooze(onDone)
  const [Dialog, setDialog] = useState<typeof SnoozeDialog | null>(null)
  const choose = async () => {
    try {
      const loaded = await import('./snooze-dialog.tsx')
      setDialog(() => loaded.SnoozeDialog)
    } catch {
      const { toastError } = await import('#ui/toast.tsx')
      toastError(failures('server/unavailable'))
    }
  }
  return (
    <>
      <Menu
        label={t('label', { title })}
        isBusy={snooze.isPending}
        items={[
          ...spans.map((days) => ({
            key: String(days),
            label: t('days', { days }),
            isChange: true,
            run: () => snooze.mutate({ kind, about: need.id, until: addDays(today, days) }),
          })),
          { key: 'date', label: t('date'), isChange: true, run: () => void choose() },
        ]}
      />
      {Dialog && (
        <Dialog today={today} title={title} save={(until) => snooze.put({ kind, about: need.id, until })} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** What the business has snoozed: until when and by whom, with a button to wake it. */
export function Snoozed({
  rows,
  dayText,
  mayWake,
  onDone,
}: {
  rows: readonly { kind: NeedKind; need: Need; title: string }[]
  dayText: (day: string) => string
  mayWake: boolean
  onDone: (text: string) => void
}) {
  const t = useTranslations('home.snooze')
  const kinds = useTranslations('home.needs')
  const snooze = useSnooze(onDone)
  return (
    <details className={css['snoozed']}>
      <summary>{t('asleep', { count: rows.length })}</summary>
      <ul>
        {rows.map(({ kind, need, title }) => (
          <li key={`${kind} ${need.id}`} className={css['sleeper']}>
            <strong dir="auto">{title}</strong>
            <span className={css['note']}>
              {kinds(`${kind}.title`)}, {t('until', { day: dayText(need.until ?? ''), who: need.by })}
            </span>
            {mayWake && (
              <ChangeButton
                look="quiet"
                aria-label={t('wakeOne', { title })}
                isBusy={snooze.isPending}
                onClick={() => snooze.mutate({ kind, about: need.id, until: null })}
              >
                {t('wake')}
              </ChangeButton>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
