/** What the environment settles (README, `npm start -- --help`). */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly captcha: boolean
  readonly seed: 'small' | 'none'
  /** yyyy-MM-dd or null: the day the demo stands at. */
  readonly demoToday: string | null
  readonly demoPassword: string
  readonly adminPassword: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}
