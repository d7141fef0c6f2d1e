import type { Config } from '../settings/config.ts'
import type { ServerContext } from './context.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Errors as plain data: name, message, code and stack; the stack never leaves the log. */
const plain = (value: unknown): unknown =>
  value instanceof Error
    ? {
        name: value.name,
        message: value.message,
        code: (value as { code?: unknown }).code,
        stack: value.stack,
        cause: plain(value.cause),
      }
    : value

/** The same for eyes: a terminal gets words, everything else gets JSON. */
const readableLine = (
  level: string,
  texts: readonly string[],
  facts: Readonly<Record<string, unknown>>,
  error: unknown,
): string => {
  const rest = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const what = [new Date().toTimeString().slice(0, 8), level.padEnd(5), ...texts, ...rest].join(' ')
  return `${what}${error instanceof Error ? `\n${error.stack ?? error.message}` : ''}\n`
}

/**
 * The server's log: one JSON object a line on stderr (`time`, `level`, `msg` and what was given). Addresses are logged
 * without their query: tokens and passwords travel there (wire conventions §5).
 */
export function makeLog(
  level: Config['logLevel'],
  write: (line: string) => void = (line) => process.stderr.write(line),
  terminal: boolean = process.stderr.isTTY === true,
): ServerContext['log'] {
  const least = LEVELS.indexOf(level)
  const at = (name: (typeof LEVELS)[number]) =>
    LEVELS.indexOf(name) < least
      ? () => {}
      : (...values: unknown[]) => {
          const texts = values.filter((x) => typeof x !== 'object' || x === null).map(String)
          const facts = values.filter((x) => typeof x === 'object' && x !== null && !(x instanceof Error))
          const error = values.find((x) => x instanceof Error)
          if (terminal) return write(readableLine(name, texts, Object.assign({}, ...facts), error))
          const line = {
            time: new Date().toISOString(),
            level: name,
            ...(texts.length ? { msg: texts.join(' ') } : {}),
            ...Object.assign({}, ...facts),
          }
          write(`${JSON.stringify(error ? { ...line, error: plain(error) } : line)}\n`)
        }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
