import { useFormatter, useTranslations } from 'use-intl'
import type { Session } from '#timetable/sessions/session.contract.ts'
import type { PossibleSubstitute } from '#timetable/timeoff/timeoff.contract.ts'
import { Button } from '#ui/button.tsx'
import { CheckBox } from '#ui/check-box.tsx'
import { Conflicts } from '#ui/conflict-list.tsx'
import { Face } from '#ui/face.tsx'
import { Unread } from '#ui/page.tsx'
import { Segments } from '#ui/segments.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './session-panel.module.css'
import { usePayChange } from './use-pay-change.ts'
import type { Substitute } from './use-substitute.ts'

/** Why a trainer is a good choice, or cannot be chosen. */
function useReason(): (row: PossibleSubstitute) => string {
  const t = useTranslations('calendar.substitute')
  const day = useDay({ day: 'numeric', month: 'short' })
  return ({ busy, taken }) => {
    if (busy?.kind === 'away') return t('awayUntil', { day: day(busy.until) })
    if (busy) return t('busyWith', { batch: busy.batchName, time: `\u2066${busy.startingTime}–${busy.endingTime}\u2069` })
    return t('taken', { count: taken })
  }
}

function Option({ row, substitute, reason }: { row: PossibleSubstitute; substitute: Substitute; reason: string }) {
  const t = useTranslations('calendar.substitute')
  const { busy, isOutside } = row
  return (
    <label className={css['option']} data-busy={busy !== null}>
      <input
        type="radio"
        name="substitute"
        value={row.id}
        disabled={busy !== null}
        checked={substitute.chosen?.id === row.id}
        onChange={() => substitute.choose(row.id)}
      />
      <Face name={row.name} image={row.avatar} />
      <span className={css['who']}>
        <strong dir="auto">{row.name}</strong>
        <span dir="auto">{reason}</span>
      </span>
      <span className={css['state']} data-free={busy === null && !isOutside}>
        {busy?.kind === 'away' ? t('away') : busy ? t('busy') : isOutside ? t('outside') : t('free')}
      </span>
    </label>
  )
}

/** The trainers who could take the session: free ones to choose from, then the busy ones with the reason. */
export function SubstituteList({ substitute }: { substitute: Substitute }) {
  const t = useTranslations('calendar.substitute')
  const reasonOf = useReason()
  const { query } = substitute
  return (
    <fieldset className={css['options']}>
      <legend>{t('title')}</legend>
      {!query.data ? (
        <Unread query={query} rows={3} />
      ) : query.data.rows.length === 0 ? (
        <p className={css['note']}>{t('none')}</p>
      ) : (
        query.data.rows.map((row) => <Option key={row.id} row={row} substitute={substitute} reason={reasonOf(row)} />)
      )}
    </fieldset>
  )
}

/** What giving the session to the chosen trainer means, and the button that does it. */
export function SubstituteFoot({ session, substitute }: { session: Session; substitute: Substitute }) {
  const t = useTranslations('calendar.substitute')
  const words = useTranslations('sessions')
  const format = useFormatter()
  const day = useDay()
  const { chosen, touched, scope, query } = substitute
  const pay = usePayChange(session, chosen?.id)
  if (!chosen) return null
  const isNotified = (trainer: string) => query.data?.notified.includes(trainer)
  const notified = [...(isNotified(session.trainer) ? [session.trainerName] : []), ...(isNotified(chosen.id) ? [chosen.name] : [])]
  const reachable = touched?.reachable ?? 0
  const conflicts = touched?.conflicts ?? []
  return (
    <div className={css['foot']}>
      <Segments
        label={words('scope.label')}
        current={scope}
        options={(['this', 'following'] as const).map((value) => ({ value, label: words(`scope.${value}`) }))}
        onChoose={substitute.setScope}
      />
      <p role="status">
        <strong>{t('takes', { name: chosen.name, count: touched?.sessions ?? 1 })}</strong> {pay}{' '}
        {notified.length === 0 ? t('notifiedNone') : t('notified', { names: format.list(notified) })}
      </p>
      {reachable > 0 && (
        <CheckBox label={words('notifyPeople', { count: reachable })} isChecked={substitute.shouldNotify} onChange={substitute.setNotify} />
      )}
      {touched && touched.away.length > 0 && (
        <p className={css['error']}>{words('change.away', { days: format.list(touched.away.slice(0, 8).map((away) => day(away))) })}</p>
      )}
      <Conflicts conflicts={conflicts} />
      {substitute.error && (
        <p className={css['error']} role="alert">
          {substitute.error}
        </p>
      )}
      <div className={css['buttons']}>
        <Button onClick={() => substitute.choose('')}>{words('back')}</Button>
        <ChangeButton isBusy={substitute.isBusy} disabled={conflicts.length > 0} onClick={substitute.save}>
          {t('save', { name: chosen.name.split(' ')[0] ?? chosen.name })}
        </ChangeButton>
      </div>
    </div>
  )
}
