import { useTranslations } from 'use-intl'
import css from './board-name.module.css'

/** A name on a board: the full name with its public form, for readers to whom the server sends both; print shows only the latter. */
export function BoardName({ name, fullName }: { name: string; fullName?: string | undefined }) {
  const t = useTranslations('ui.board')
  if (fullName === undefined || fullName === name) return <bdi>{name}</bdi>
  return (
    <>
      <span className={css['full']}>
        <bdi>{fullName}</bdi> <small className={css['shown']}>{t('shownAs', { name })}</small>
      </span>
      <bdi className={css['short']}>{name}</bdi>
    </>
  )
}
