import { wallDate } from '../../model/values/dates.ts'
import { catalogueNow } from './catalogue.ts'

/** The server's day, yyyy-MM-dd; in a demo it may differ from the calendar's. */
export const todayNow = (): string => catalogueNow()?.today.slice(0, 10) || wallDate(Date.now())
