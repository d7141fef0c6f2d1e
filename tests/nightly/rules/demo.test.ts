import { demoPlays } from '../../rules/demoPlays.ts'

// a month that began on a weekend, a new year, and a day long after the first
demoPlays(['2024-03-11', '2024-01-01', '2026-11-21'])
