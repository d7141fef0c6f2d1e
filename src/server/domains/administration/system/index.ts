import { apiMessagePool, apiMessagePoolLifecycle } from '../../../../model/administration/system/apiMessagePool.ts'
import { dict, dictBiz } from '../../../../model/administration/system/dictBiz.ts'
import { intent, intentLifecycle } from '../../../../model/administration/system/intent.ts'
import { region } from '../../../../model/administration/system/region.ts'
import { hooks } from '../../../writing/hooks.ts'
import { rules } from '../../../writing/rules.ts'
import { defineServerDomain } from '../../serverDomain.ts'
import { apiMessagePoolRules } from './apiMessagePool.ts'
import { dictCalls, prepareDictionary } from './dictBiz.ts'
import { errorCalls } from './errors.ts'
import { intentRules } from './intent.ts'
import { regionPlaced } from './region.ts'

/** Dictionaries, regions, the error log, and what is sent to other systems. */
export default defineServerDomain({
  name: 'system',
  rules: [
    rules(apiMessagePool, apiMessagePoolLifecycle, apiMessagePoolRules),
    rules(intent, intentLifecycle, intentRules),
  ],
  hooks: [
    hooks(dict, { prepare: prepareDictionary(dict) }),
    hooks(dictBiz, { prepare: prepareDictionary(dictBiz) }),
    hooks(region, { prepare: regionPlaced }),
  ],
  calls: [...errorCalls, ...dictCalls],
})
