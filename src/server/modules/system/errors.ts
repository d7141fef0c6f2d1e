import { submitErrors } from '../../../model/system/logs.ts'
import { keepErrors } from '../../access/errorLog.ts'
import { handleWhole } from '../../records/handle.ts'

/** `error/submit` keeps what sign-out keeps. */
export const errorCalls = [handleWhole(submitErrors, keepErrors)]
