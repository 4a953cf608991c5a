"""The eight motifs on the wafers, as dark shapes about 20 wide, each with its middle at 0,0."""

MOTIF_SHAPES = {
    "bowl": "M-11-4h22c0 7-4 11-8 12v3h-6v-3c-4-1-8-5-8-12zM-6-6c0-4 4-2 3-6M2-6c0-4 4-2 3-6",
    "crown": "M-10 8v-15l5 6 5-9 5 9 5-6v15zM-7 3v2h14v-2z",
    "figurine": "M-7-13H7V-9H5V-4H2V-2H10V6H7V2H4V7H7V13H2V9H-2V13H-7V7H-4V2H-7V6H-10V-2H-2V-4H-5V-9H-7z"
    "M-4-9v3h3v-3zM1-9v3h3v-3z",
    "jaguar": "M-12-12l6 3h12l6-3v10c0 8-5 13-12 14c-7-1-12-6-12-14zM-7-4l5 4v-4zM7-4l-5 4v-4zM-3 3h6l-3 4z",
    "knife": "M-4-13h8v4h-2v11h11c0 7-6 12-13 12s-13-5-13-12h11v-11h-2zM-7 5c2 3 4 4 7 4v-2c-2 0-4-1-5-2z",
    "mask": "M-9-11h18v10c0 7-4 11-9 13c-5-2-9-6-9-13zM-6-6v4h4v-4zM2-6v4h4v-4zM-4 3h8v3h-8z",
    "necklace": "M-12-9h4c0 7 3 11 8 11s8-4 8-11h4c0 8-4 13-9 14l2 3-5 5-5-5 2-3c-5-1-9-6-9-14z",
    "vase": "M-5-12h10v3h-2v3c5 2 7 5 7 8c0 4-3 7-6 10h-8c-3-3-6-6-6-10c0-3 2-6 7-8v-3h-2zM-6 0h12v2h-12z",
}
