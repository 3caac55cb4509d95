import { useTranslations } from 'use-intl'
import { languageFacts, languages } from '#lib/manner.ts'
import { currentLanguage, switchLanguage, switchTheme, useTheme, type Theme } from '#ui/preferences.ts'
import css from './setup.module.css'

const themes: readonly Theme[] = ['dark', 'light']

/** Language and theme of this browser, also available in the avatar menu. */
export function Preferences() {
  const t = useTranslations('setup.preferences')
  const theme = useTheme()
  return (
    <section className={css['section']} aria-labelledby="preferences">
      <h2 id="preferences">{t('title')}</h2>
      <fieldset className={css['choice']}>
        <legend>{t('language')}</legend>
        {languages.map((id) => (
          <label key={id} lang={id}>
            <input type="radio" name="language" checked={currentLanguage() === id} onChange={() => switchLanguage(id)} />
            {languageFacts(id).name}
          </label>
        ))}
      </fieldset>
      <fieldset className={css['choice']}>
        <legend>{t('theme')}</legend>
        {themes.map((id) => (
          <label key={id}>
            <input type="radio" name="theme" checked={theme === id} onChange={() => switchTheme(id)} />
            {t(id)}
          </label>
        ))}
      </fieldset>
    </section>
  )
}
