import type { RefObject } from 'react'
import type { CallFailure } from '#web/call-failure.ts'
import { FailureText } from './failure-text.tsx'
import { useOpenTexts } from './use-open-texts.ts'
import css from './problems.module.css'

type Form = { problems: { id: string; key: string }[]; failure: CallFailure | null; summary: RefObject<HTMLDivElement | null> }

const focus = (id: string) => document.getElementById(id)?.focus()

/**
 * "There is a problem": links to the refused fields, or why the call failed; takes the focus after a failed submit.
 * @param onGo shows and focuses a field, if it may be out of sight
 */
export function Problems({ form, title, onGo = focus }: { form: Form; title: string; onGo?: ((id: string) => void) | undefined }) {
  const t = useOpenTexts()
  if (form.problems.length === 0 && !form.failure) return null
  return (
    <div ref={form.summary} className={css['problems']} role="alert" tabIndex={-1}>
      <p className={css['title']}>{title}</p>
      {form.failure && (
        <p>
          <FailureText code={form.failure.code} />
        </p>
      )}
      <ul>
        {form.problems.map(({ id, key }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                onGo(id)
              }}
            >
              {t(key)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
