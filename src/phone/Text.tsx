import { type ComponentProps, useId } from 'react'
import { useWords } from './words.ts'

interface TextProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly wrong?: string | undefined
  readonly must?: boolean
  change(value: string): void
}

/** A line to be typed, with its name above it and what is wrong below it. */
export function Text({ label, value, wrong, must, change, ...more }: TextProps) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {must && <span className="must"> {t('must')}</span>}
      </label>
      <input
        {...more}
        id={id}
        value={value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}w` : undefined}
        onChange={(e) => change(e.target.value)}
      />
      {wrong && (
        <p className="wrong" id={`${id}w`}>
          {wrong}
        </p>
      )}
    </div>
  )
}
