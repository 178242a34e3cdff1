export const label = { en: "Encoder and decoder", zh: "编码器与解码器" };
