import type { en } from "../en/labels.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  bell: "$d$ を動かして全体を見る",
  variance: "スコアは $√d$ で広がる",
  saturation: "ソフトマックスは飽和する",
  jacobian: "スケーリングが傾きを保つ",
  gradient: "勾配を生むのはわずかなクエリ",
  exponent: "なぜちょうど二分の一か",
};
