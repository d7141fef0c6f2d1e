import { settlementWalks } from '../../rules/settlement/settlementWalks.ts'

settlementWalks(500)
