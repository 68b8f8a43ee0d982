// Colours for lines and boxes that stand beside each other: told apart by everybody, by day and by night.

const colours = ['#3b82c4', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#8e6cc0', '#b8a000', '#7a7f87', '#c0392b'];

export const colourOf = (index: number): string => colours[index % colours.length];
