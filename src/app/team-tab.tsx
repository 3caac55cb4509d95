import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { useMay } from './app.client.ts'
import { planIds, plans } from '#lib/plans.ts'
import { useRole } from '#web/use-may.ts'
import { Button } from '#ui/button.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { InviteForm } from '#directory/team/invite.form.tsx'
import { LookForm } from '#directory/team/look.form.tsx'
import { RightsTable } from './rights-table.tsx'
import { TeamList } from '#directory/team/team.list.tsx'
import css from '#directory/team/team.module.css'
import { grants } from '#directory/team/team.rules.ts'

/** Accounts in use out of the plan's limit, with a link to the plans for members who may choose one. */
function Accounts() {
  const t = useTranslations('team.members')
  const { data: plan } = useQuery(planQuery)
  const mayChoose = useMay('plans.change')
  return (
    <div>
      <p>
        {plan && t('used', { used: plan.accounts, allowed: plan.accountsAllowed })} {mayChoose && <a href="/plans">{t('plans')}</a>}
      </p>
      <p className={css['note']}>{t('usedHint')}</p>
    </div>
  )
}

/** The business's logins: members, invitations, and what each role may do (product 6, Team). */
export function TeamTab() {
  const t = useTranslations('team')
  const [open, setOpen] = useState<'invite' | 'look' | null>(null)
  const [mayInvite, mayLook, mayChoose] = [useMay('team.invite'), useMay('team.look'), useMay('plans.change')]
  const role = useRole()
  const { data: plan } = useQuery(planQuery)
  const isFull = plan !== undefined && plan.accounts >= plan.accountsAllowed
  const isLargest = planIds.every((id) => plans[id].accounts <= (plan?.accountsAllowed ?? 0))
  return (
    <div className={css['tab']}>
      <div className={css['head']}>
        <Accounts />
        <div className={css['buttons']}>
          {mayLook && <Button onClick={() => setOpen('look')}>{t('look.title')}</Button>}
          {mayInvite && (
            <ChangeButton disabled={isFull} aria-describedby={isFull ? 'team-full' : undefined} onClick={() => setOpen('invite')}>
              {t('members.invite')}
            </ChangeButton>
          )}
        </div>
      </div>
      {mayInvite && isFull && (
        <p id="team-full" className={css['note']}>
          {t(`members.full.${isLargest ? 'largest' : mayChoose ? 'choose' : 'ask'}`)}
        </p>
      )}
      <TeamList isFull={isFull} />
      <RightsTable />
      {open === 'invite' && <InviteForm given={grants[role]} onClose={() => setOpen(null)} />}
      {open === 'look' && <LookForm onClose={() => setOpen(null)} />}
    </div>
  )
}
