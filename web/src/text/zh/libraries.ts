import type { en } from "../en/libraries.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { followed: "个句子" },
  heading: "你用的库怎么做",
  text: [
    `把同样的十行输入交给真实的库去算注意力，下表每一格都是实际运行的结果。各库的缩放因子一致，差别在边角处：键全被屏蔽的一行、查询比键少、上限与掩码的先后。`,
  ],
  try: "点表中的一行，再选要在你的句子上看哪一点。",
  fold: "各库一览表，以及一个库的规则用在你的句子上",
};
