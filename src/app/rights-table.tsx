import { useTranslations } from 'use-intl'
import { keysOf } from '#lib/choices.ts'
import { roles } from '#lib/roles.ts'
import { areas, mayAs, rightOf } from './rights.ts'
import css from '#directory/team/team.module.css'

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
          {keysOf(areas).map((area) => (
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
