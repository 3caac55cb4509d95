import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { KeyCaps } from './key-caps.tsx'
import { useActs, usePages } from './palette/use-places.ts'
import css from './shortcuts-help.module.css'
import { storeSingleKeys, singleKeysAreOn } from './single-keys.ts'

const keys = { palette: 'Ctrl K', search: '/', help: '?' }

/** The list of shortcuts, and the switch for single keys, which can conflict with screen readers and voice control. */
export default function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('app.shortcuts')
  const [isOn, setOn] = useState(singleKeysAreOn)
  const lists = [
    { title: t('go'), options: usePages().pages },
    { title: t('new'), options: useActs().all },
  ]
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <dl className={css['keys']}>
        {(['palette', 'search', 'help'] as const).map((name) => (
          <div key={name}>
            <dt>
              <kbd className="ltr">{keys[name]}</kbd>
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
      {isOn &&
        lists.map(({ title, options }) => (
          <section key={title} className={css['pairs']} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {options.map(
                (option) =>
                  option.keys && (
                    <div key={option.id}>
                      <dt>
                        <KeyCaps keys={option.keys} />
                        <span className="hidden-text">{option.keys}</span>
                      </dt>
                      <dd>{option.label}</dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
        ))}
      <label className={css['switch']}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            storeSingleKeys(event.target.checked)
            setOn(event.target.checked)
          }}
        />
        {t('single')}
      </label>
      <Button autoFocus onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
