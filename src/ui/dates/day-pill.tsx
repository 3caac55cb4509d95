import { useEffect, useId, useState } from 'react'
import { isDay } from '#lib/days.ts'
import { Pill } from '../pill.tsx'
import { DayBox } from './day-box.tsx'

/**
 * A day outside a form. It applies as soon as it is a whole day within its limits; until then what was typed stays,
 * and is marked once the field is left.
 * @param isOptional whether there may be none, as ''
 */
export function DayPill({
  label,
  value,
  min = '2000-01-01',
  max = '2099-12-31',
  isOptional = false,
  onChange,
}: {
  label: string
  value: string
  min?: string
  max?: string
  isOptional?: boolean
  onChange: (day: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [isLeft, setLeft] = useState(false)
  useEffect(() => setTyped(value), [value])
  const applies = (day: string) => (day === '' ? isOptional : isDay(day) && day >= min && day <= max)
  return (
    <Pill name={label} control={id} isGroup>
      <DayBox
        id={id}
        value={typed}
        labelledBy={`${id}-label`}
        isInvalid={isLeft && !applies(typed)}
        min={min}
        max={max}
        isBare
        onChange={(day) => {
          setTyped(day)
          setLeft(false)
          if (applies(day)) onChange(day)
        }}
        onLeave={() => {
          setLeft(true)
          if (typed === '') setTyped(value)
        }}
      />
    </Pill>
  )
}
