import { moneyCalls } from './moneyCalls.ts'

moneyCalls({ atOnce: 2, rounds: 1, untaken: 40, rows: 5 })
