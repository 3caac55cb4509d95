import { Link } from '@tanstack/react-router'
import { useFormatter, useLocale, useTranslations, type Messages } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { amountText } from '#lib/digits.ts'
import { Formula } from '#ui/formula.tsx'
import css from './home.module.css'

/** The names of the score line's figures, as in the catalogue. */
type FigureName = keyof Messages['home']['score']['formulas']

/** A figure of the score line: its name, its value once known, its maximum, its note, and the link to its rows. */
export type ScoreFigure = {
  name: FigureName
  value: number | undefined
  /** Set for an amount: the value is then in its minor units. */
  currency?: { currency: string; exponent: number }
  of?: number | undefined
  note: string | undefined
  link?: Place
}

/** An amount in whole units with its currency smaller next to it; the cents are behind the link. */
function Amount({ minor, currency, exponent }: { minor: number; currency: string; exponent: number }) {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
    ...(Math.abs(minor) >= 10 ** (exponent + 7) ? { notation: 'compact' as const, maximumFractionDigits: 1 } : {}),
  })
  const sign = minor < 0 ? '−' : ''
  const parts = format.formatToParts(amountText(Math.abs(minor), exponent))
  const figure = parts.filter(({ type }) => type !== 'currency' && type !== 'literal').map(({ value }) => value)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return (
    <bdi dir="ltr" className={css['amount']}>
      <span className={css['of']}>{symbol}</span> {sign}
      {figure.join('')}
    </bdi>
  )
}

/** The score line between two rules (design, Home): each figure with its rows, its formula and its time (product 5). @param asOf UTC */
export function Score({ figures, asOf }: { figures: readonly ScoreFigure[]; asOf: string | undefined }) {
  const t = useTranslations('home.score')
  const format = useFormatter()
  return (
    <dl className={css['score']} aria-label={t('label')}>
      {figures.map(({ name, value, currency, of, note, link }) => (
        <div key={name} className={css['figure']}>
          <dt className={css['label']}>
            {link ? (
              <Link to={link.to} search={link.search}>
                {t(name)}
              </Link>
            ) : (
              t(name)
            )}{' '}
            {asOf && <Formula of={t(name)} text={t(`formulas.${name}`)} asOf={asOf} />}
          </dt>
          <dd className={css['number']}>
            {value === undefined ? (
              <span className={css['unknown']}>–</span>
            ) : currency ? (
              <Amount minor={value} {...currency} />
            ) : (
              format.number(value)
            )}
            {value !== undefined && of !== undefined && <span className={css['of']}> {t('of', { count: of })}</span>}
          </dd>
          <dd className={css['note']}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
