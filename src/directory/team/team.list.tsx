import { useTranslations } from 'use-intl'
import { api } from './team.client.ts'
import { useRole } from '#web/use-may.ts'
import { useRoot } from '#web/state.ts'
import { useFileMoment } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { useMoment } from '#ui/use-moment.ts'
import { MemberActions } from './member-actions.tsx'
import type { Member } from './team.contract.ts'
import css from './team.module.css'
import { grants, mayChange } from './team.rules.ts'

const tones = { active: 'good', invited: 'plain', expired: 'warn', suspended: 'warn', asleep: 'warn', removed: 'plain' } as const

/** The members who may sign in, and the open invitations (product 6, Team). @param isFull whether all accounts of the plan are in use */
export function TeamList({ isFull }: { isFull: boolean }) {
  const t = useTranslations('team')
  const inFile = useFileMoment()
  const names = useTranslations('lib.roles')
  const when = useMoment()
  const userId = useRoot(({ auth }) => auth.userId ?? '')
  const self = { userId, role: useRole() }
  const list = useListQuery({ entity: 'team', filters: { state: 'current' }, read: api.team.list })
  const moment = (instant: string | null) => (instant === null ? '–' : when(instant))
  const roleOf = (row: Member) => (row.trainerName ? `${names(row.role)} · ${row.trainerName}` : names(row.role))
  return (
    <List<Member>
      {...list}
      caption={t('members.list')}
      exportName="team"
      href={() => null}
      face={(row) => ({ name: row.email })}
      empty={{ title: t('members.empty.title'), text: t('members.empty.text'), action: null }}
      filters={[
        {
          name: 'state',
          label: t('members.filters.state'),
          fallback: 'current',
          options: (['current', 'removed'] as const).map((value) => ({ value, label: t(`members.filters.${value}`) })),
        },
      ]}
      rowActions={(row) => mayChange(self, row) && <MemberActions row={row} given={grants[self.role]} isFull={isFull} />}
      columns={[
        {
          key: 'email',
          label: t('members.columns.member'),
          sort: 'email',
          csv: (row) => row.email,
          cell: (row) => (
            <>
              <bdi className={css['email']}>{row.email}</bdi>
              {row.id === self.userId && <span className={css['note']}> {t('members.you')}</span>}
            </>
          ),
        },
        { key: 'role', label: t('members.columns.role'), csv: roleOf, cell: roleOf },
        {
          key: 'state',
          narrow: 'second',
          label: t('members.columns.state'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => <Status tone={tones[row.state]}>{t(`states.${row.state}`)}</Status>,
        },
        {
          key: 'lastSignInAt',
          label: t('members.columns.lastSignIn'),
          isWhole: true,
          csv: (row) => inFile(row.lastSignInAt),
          cell: (row) => moment(row.lastSignInAt),
        },
        {
          key: 'invitedUntil',
          label: t('members.columns.invitedUntil'),
          isWhole: true,
          csv: (row) => inFile(row.invitedUntil),
          cell: (row) => moment(row.invitedUntil),
        },
      ]}
    />
  )
}
