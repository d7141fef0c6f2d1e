import { settlementWalks } from './settlementWalks.ts'

settlementWalks(100)
