import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Formula } from './formula.tsx'
import css from './key-figures.module.css'

/** A key figure: its name, which may be a link, what it is called where its formula is explained, and its value as text. */
export type KeyFigure = {
  key: string
  name: ReactNode
  title: string
  formula: string
  value: string
  /** Whether the value has no decimals, so that a comma separates thousands. */
  isWhole?: boolean
  below?: ReactNode
}

/** A value as a scoreboard has it: its decimals are smaller. `isLarge` for the one that a page is about. */
export function FigureValue({ text, isWhole = false, isLarge }: { text: string; isWhole?: boolean; isLarge?: boolean }) {
  const [, whole = text, decimals = '', rest = ''] = isWhole ? [] : (/^(.*?)([.,٫]\p{Nd}+)(\P{Nd}*)$/u.exec(text) ?? [])
  return (
    <span className={css['value']} data-large={isLarge}>
      {whole}
      <small>{decimals}</small>
      {rest}
    </span>
  )
}

/** The key figures of a page. @param hasMain whether the first is the one that the page is about, and larger */
export function KeyFigures({ label, figures, hasMain = false }: { label: string; figures: readonly KeyFigure[]; hasMain?: boolean }) {
  return (
    <dl className={css['figures']} aria-label={label} data-main={hasMain || undefined} data-rows={figures.length > 4 ? 2 : undefined}>
      {figures.map(({ key, name, title, formula, value, isWhole = false, below }) => (
        <div key={key} className={css['figure']}>
          <dt>
            {name} <Formula of={title} text={formula} />
          </dt>
          <dd>
            <FigureValue text={value} isWhole={isWhole} />
            {below}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A sentence below a figure. */
export const KeyFigureNote = ({ children }: { children: ReactNode }) => <p className={css['note']}>{children}</p>

/**
 * How a figure changed, with an arrow and its tone.
 * @param by more than 0 for a rise; @param isGood whether a rise is good; undefined where neither clearly is
 * @param amount the change itself, if it is written; @param children what it is compared with
 */
export function KeyFigureChange({
  by,
  isGood,
  amount,
  children,
}: {
  by: number
  isGood?: boolean | undefined
  amount?: string
  children: ReactNode
}) {
  const t = useTranslations('ui.keyFigures')
  const tone = isGood === undefined ? undefined : by > 0 === isGood ? 'good' : 'bad'
  return (
    <p className={css['note']}>
      {by !== 0 && (
        <strong data-tone={tone}>
          <span aria-hidden="true">{by > 0 ? '▲' : '▼'}</span> <span className="hidden-text">{t(by > 0 ? 'more' : 'less')}</span>
          {amount}
        </strong>
      )}{' '}
      {children}
    </p>
  )
}
