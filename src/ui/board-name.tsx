import { useTranslations } from 'use-intl'
import css from './board-name.module.css'

/** A name of a board: the full one with what others read instead, for anyone who the server gives it; paper shows the short one alone. */
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
