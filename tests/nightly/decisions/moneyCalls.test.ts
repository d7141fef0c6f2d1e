import { moneyCalls } from '../../server/decisions/moneyCalls.ts'

moneyCalls({ atOnce: 50, rounds: 6, untaken: 0, rows: 40 })
