import { submitErrors } from '../../../../model/administration/system/logs.ts'
import { handleWhole } from '../../../records/handle.ts'
import { keepErrors } from '../access/errorLog.ts'

/** `error/submit` keeps what sign-out keeps. */
export const errorCalls = [handleWhole(submitErrors, keepErrors)]
