import { useOpenTexts } from '#ui/use-open-texts.ts'
import css from './legal.module.css'

const sections = {
  terms: ['service', 'account', 'data', 'plans', 'availability', 'end', 'contact'],
  privacy: ['what', 'why', 'who', 'where', 'long', 'rights', 'cookies', 'contact'],
} as const

function LegalPage({ of }: { of: keyof typeof sections }) {
  const t = useOpenTexts('legal')
  return (
    <article className={css['page']}>
      <h1>{t(`${of}.title`)}</h1>
      <p>{t(`${of}.lead`)}</p>
      {sections[of].map((section) => (
        <section key={section} aria-labelledby={`legal-${section}`}>
          <h2 id={`legal-${section}`}>{t(`${of}.${section}.title`)}</h2>
          <p>{t(`${of}.${section}.text`)}</p>
        </section>
      ))}
    </article>
  )
}

/** /terms: what owners accept when they register, unless the operator has its own page (`TERMS_URL`). */
export const TermsPage = () => <LegalPage of="terms" />

/** /privacy: which data is stored, why and for how long, unless the operator has its own page (`PRIVACY_URL`). */
export const PrivacyPage = () => <LegalPage of="privacy" />
