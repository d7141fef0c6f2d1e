import { settlementWalks } from '../../rules/settlementWalks.ts'

settlementWalks(500)
