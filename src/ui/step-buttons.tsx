import { Button } from './button.tsx'
import css from './step-buttons.module.css'

/** One way to other days: what it is called, and what it does. */
type Step = { label: string; run: () => void; isOff?: boolean }

function Arrow({ step: { label, run, isOff }, children }: { step: Step; children: string }) {
  return (
    <Button aria-label={label} title={label} disabled={isOff} onClick={run}>
      <span aria-hidden="true">{children}</span>
    </Button>
  )
}

/** Leads to the days before and after those that are shown, and between them back to the current ones. */
export function StepButtons({ previous, now, next }: { previous: Step; now?: Step; next: Step }) {
  return (
    <span className={css['steps']}>
      <Arrow step={previous}>‹</Arrow>
      {now && (
        <Button disabled={now.isOff} onClick={now.run}>
          {now.label}
        </Button>
      )}
      <Arrow step={next}>›</Arrow>
    </span>
  )
}
