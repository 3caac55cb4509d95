import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './field.module.css'
import { describedBy, Labelled, type TextProps } from './field.tsx'

/** A password field with a show/hide button in the tab order. */
export function PasswordField({
  field,
  label,
  hint,
  autoComplete,
  placeholder,
  disabled,
}: Omit<TextProps, 'allow' | 'suggestions' | 'type'>) {
  const t = useTranslations('accounts.password')
  const [isShown, setShown] = useState(false)
  return (
    <Labelled field={field} label={label} hint={hint}>
      <div className={css['affixed']}>
        <input
          id={field.id}
          name={field.name}
          className={css['input']}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          placeholder={placeholder}
          disabled={disabled}
          maxLength={512}
          spellCheck={false}
          autoCapitalize="none"
          value={field.value}
          aria-required={field.isOptional === false}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy({ field, hint })}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={() => field.onBlur()}
        />
        <button
          type="button"
          className={css['reveal']}
          aria-label={isShown ? t('hide') : t('show')}
          title={isShown ? t('hide') : t('show')}
          disabled={disabled}
          onClick={() => setShown(!isShown)}
        >
          <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
            {isShown && <path d="M4 20 20 4" />}
          </svg>
        </button>
      </div>
    </Labelled>
  )
}
