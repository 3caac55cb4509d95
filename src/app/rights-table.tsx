import { useTranslations } from 'use-intl'
import { policies, type CallName } from '#entrance/policy.ts'
import { roles, type Role } from '#lib/roles.ts'
import { areas, rightOf, type Area } from './rights.ts'
import css from '#directory/team/team.module.css'

const mayAs =
  (role: Role) =>
  (call: CallName): boolean => {
    const { who } = policies[call]
    return typeof who !== 'string' && who.includes(role)
  }

/** What each role may do (product 4), read from the table that the server decides by. */
export function RightsTable() {
  const t = useTranslations('team.rights')
  const names = useTranslations('lib.roles')
  return (
    <section className={css['scroll']} aria-label={t('title')} tabIndex={0}>
      <table className={css['rights']}>
        <caption>{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('area')}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {names(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(areas) as Area[]).map((area) => (
            <tr key={area}>
              <th scope="row">{t(`areas.${area}`)}</th>
              {roles.map((role) => (
                <td key={role}>{t(`may.${rightOf(area, role, mayAs(role))}`)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
