import { param } from '../../../../../model/administration/system/param.ts'
import { declaredParams, paramFacts } from '../../../../../model/administration/system/params.ts'
import type { Brought } from './outfit.ts'

/** 系统参数: every one that is declared, at the value in force without it, so that people find and change it. */
export const params: Brought = {
  of: param,
  by: ['paramKey'],
  rows: declaredParams.map((p) => ({
    paramKey: p.key,
    paramName: p.title[0],
    paramValue: p.initial,
    ...paramFacts(p, p.initial),
  })),
}
