import { useTranslations } from 'use-intl'
import { keysOf } from '#lib/choices.ts'
import { roles } from '#lib/roles.ts'
import { Table } from '#ui/table.tsx'
import { areas, mayAs, rightOf } from './rights.ts'

type Area = keyof typeof areas

/** What each role may do (product 4), read from the policy table that the server enforces. */
export function RightsTable() {
  const t = useTranslations('team.rights')
  const names = useTranslations('lib.roles')
  return (
    <Table
      label={t('title')}
      caption={t('title')}
      look="sheet"
      columns={[
        { key: 'area', label: t('area'), cell: (area) => t(`areas.${area}`) },
        ...roles.map((role) => ({
          key: role,
          label: names(role),
          cell: (area: Area) => t(`may.${rightOf(area, role, mayAs(role))}`),
        })),
      ]}
      rows={keysOf(areas)}
      keyOf={(area) => area}
    />
  )
}
